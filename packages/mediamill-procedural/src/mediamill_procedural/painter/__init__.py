"""Pictures from a prompt: words become a scene, the scene layers of light and form, painted with numpy and OpenCV."""

"""Models behind Gradio apps of the operator's own."""

"""The engine of Gradio apps."""

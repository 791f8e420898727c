"""Tencent Cloud: objects and motions by Hunyuan 3D (the API `ai3d`)."""

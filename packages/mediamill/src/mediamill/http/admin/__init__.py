"""The admin API: everything under /admin/, for operators alone."""

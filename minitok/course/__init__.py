"""The course as a learner has it: a folder of one's own with the lessons, opened in JupyterLab."""

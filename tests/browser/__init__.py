"""The views in JupyterLab, in a real browser. A package, so that both are closed again before other tests run."""

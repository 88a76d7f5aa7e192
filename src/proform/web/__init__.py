"""The annotation application: annotators judge in a browser, researchers look on."""

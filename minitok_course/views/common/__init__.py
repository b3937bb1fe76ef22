"""What several views share: the stepper, its HTML, and drawings."""

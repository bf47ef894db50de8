"""What people read: terminal tables now, charts and pages later."""

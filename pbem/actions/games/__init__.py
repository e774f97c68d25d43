"""Games: orders played, clocks, what each seat is shown, those who look on, and a look back at the end."""

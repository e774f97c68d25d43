"""What is done: a function for each command of a mail, and for whatever falls due.

Each changes the unit of work that it is handed and returns notices; none of them sends, renders or reads the time.
"""

"""What an organiser needs beside the server: setting it up, looking after it, seeing how it does."""

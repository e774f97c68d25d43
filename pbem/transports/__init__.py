"""The wire: mail comes in by IMAP, SMTP or LMTP and goes out by SMTP. Nothing here knows what the mails say."""

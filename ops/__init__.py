"""Operations: loops kept running, logs, figures, health, commands for hosts. Knows no Discord."""

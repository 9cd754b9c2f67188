INSERT INTO settings (name, default_value) VALUES ('weigh_ticket', 'on');

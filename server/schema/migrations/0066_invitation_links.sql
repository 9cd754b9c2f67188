ALTER TABLE "password_links" ADD COLUMN "is_invitation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
INSERT INTO settings (name, default_value) VALUES ('clock_hours', '24');

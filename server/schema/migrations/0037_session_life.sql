ALTER TABLE "sessions" ADD COLUMN "device_kind" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "refresh_tokens" DROP COLUMN "expires_at";--> statement-breakpoint
UPDATE sessions s SET proved_at = created_at, last_used_at = coalesce(
  (SELECT max(t.created_at) FROM refresh_tokens t WHERE t.session_id = s.id), created_at);--> statement-breakpoint
INSERT INTO settings (name, default_value) VALUES
  ('office_idle_hours', '12'), ('office_session_days', '30'), ('idle_days', '60'), ('session_days', '90');

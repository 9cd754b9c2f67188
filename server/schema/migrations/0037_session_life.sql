ALTER TABLE "sessions" ADD COLUMN "device_kind" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "contact_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "silent_from" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "refresh_tokens" DROP COLUMN "expires_at";--> statement-breakpoint
UPDATE sessions SET proved_at = created_at, last_used_at = used.at, contact_at = used.at, silent_from = used.at
  FROM (SELECT s.id, coalesce(max(t.created_at), s.created_at) AS at
          FROM sessions s LEFT JOIN refresh_tokens t ON t.session_id = s.id GROUP BY s.id) used
 WHERE used.id = sessions.id;--> statement-breakpoint
INSERT INTO settings (name, default_value) VALUES
  ('office_idle_hours', '12'), ('office_session_days', '30'), ('idle_days', '60'), ('session_days', '90');

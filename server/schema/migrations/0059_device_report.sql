ALTER TABLE "devices" ADD COLUMN "oldest_unsent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "release" text;
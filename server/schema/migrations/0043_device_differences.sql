ALTER TABLE "devices" ADD COLUMN "differed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "differed" text[];
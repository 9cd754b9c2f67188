ALTER TABLE "order_items" ADD COLUMN "hand_total" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "hand_rates" boolean DEFAULT false NOT NULL;
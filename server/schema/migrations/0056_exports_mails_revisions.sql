ALTER TABLE "invoice_exports" DROP CONSTRAINT "invoice_exports_order_id_orders_id_fk";
--> statement-breakpoint
ALTER TABLE "invoice_exports" ADD COLUMN "version" text;--> statement-breakpoint
ALTER TABLE "invoice_exports" ADD COLUMN "total" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "invoice_exports" ADD COLUMN "lines" jsonb;--> statement-breakpoint
ALTER TABLE "invoice_exports" ADD COLUMN "is_difference" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_exports" ADD COLUMN "covered_by" integer;--> statement-breakpoint
ALTER TABLE "invoice_history" ADD COLUMN "issued" jsonb;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "invoice_version" text;
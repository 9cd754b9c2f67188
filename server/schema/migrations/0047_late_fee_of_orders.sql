-- Of the orders that are there nothing was decided: their invoices decide as before.
ALTER TABLE "orders" ADD COLUMN "late_fee" numeric(14, 2);--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "late_fee" SET DEFAULT '0';

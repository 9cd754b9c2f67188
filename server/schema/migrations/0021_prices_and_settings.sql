CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text,
	"default_value" text NOT NULL
);
--> statement-breakpoint
INSERT INTO settings (name, default_value) VALUES
  ('cutoff', '18:00'), ('cutoff_days', '1'), ('contact_block', ''), ('invoice_header', '');
--> statement-breakpoint
ALTER TABLE "fee_templates" ALTER COLUMN "amount" SET DATA TYPE numeric(14, 4);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "placed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Orders of before were made when they came. Their rows go to the devices anew, and with them the field.
UPDATE orders SET placed_at = created_date;
--> statement-breakpoint
ALTER TABLE "company_locations" ALTER COLUMN "credit_card_charge_fee" SET DATA TYPE numeric(7, 4);--> statement-breakpoint
ALTER TABLE "company_locations" ALTER COLUMN "on_time_payment_discount_amount" SET DATA TYPE numeric(7, 4);--> statement-breakpoint
-- Devices are told of a location's late order fee from now on.
UPDATE company_locations SET late_order_fee = late_order_fee;
--> statement-breakpoint
-- Two calls at once could make the same name twice in different letters: the later one is told apart by its number.
UPDATE users u SET username = u.username || '-' || u.id
 WHERE EXISTS (SELECT FROM users other WHERE lower(other.username) = lower(u.username) AND other.id < u.id);
--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_any_case" ON "users" USING btree (lower("username"));

CREATE TABLE "location_sums" (
	"company_location_id" integer PRIMARY KEY NOT NULL,
	"invoiced" numeric(14, 2) NOT NULL,
	"kept" numeric(14, 2) NOT NULL,
	"discounts" numeric(14, 2) NOT NULL,
	"credits" numeric(14, 2) NOT NULL
);
--> statement-breakpoint
DROP INDEX "orders_delivery";--> statement-breakpoint
DROP INDEX "orders_company";--> statement-breakpoint
CREATE INDEX "orders_invoiced" ON "orders" USING btree ("company_location_id") WHERE "orders"."invoiced";--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("company_location_id") WHERE "orders"."invoiced" and "orders"."paid_status" in ('', 'r', 'i');--> statement-breakpoint
CREATE INDEX "orders_delivery" ON "orders" USING btree ("delivery_date","id");--> statement-breakpoint
CREATE INDEX "orders_company" ON "orders" USING btree ("company_id","delivery_date","id");--> statement-breakpoint
-- Locations in one order, so that two transactions that post to the same ones wait and do not cross.
CREATE FUNCTION sum_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO location_sums AS s (company_location_id, invoiced, kept, discounts, credits)
    SELECT company_location_id,
           coalesce(sum(amount) FILTER (WHERE kind IN ('invoice', 'credit', 'card_fee') AND order_id IS NOT NULL), 0),
           coalesce(- sum(amount) FILTER (WHERE kind IN ('payment', 'external', 'return', 'refund', 'dispute', 'opening', 'moved')
                                           AND order_id IS NOT NULL), 0),
           coalesce(- sum(amount) FILTER (WHERE kind = 'discount' AND order_id IS NOT NULL), 0),
           coalesce(sum(amount) FILTER (WHERE kind = 'credit' AND order_id IS NULL), 0)
      FROM posted WHERE company_location_id IS NOT NULL GROUP BY 1 ORDER BY 1
    ON CONFLICT (company_location_id) DO UPDATE
      SET invoiced = s.invoiced + excluded.invoiced, kept = s.kept + excluded.kept,
          discounts = s.discounts + excluded.discounts, credits = s.credits + excluded.credits;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sum_ledger AFTER INSERT ON ledger REFERENCING NEW TABLE AS posted
  FOR EACH STATEMENT EXECUTE FUNCTION sum_ledger();
--> statement-breakpoint
INSERT INTO location_sums (company_location_id, invoiced, kept, discounts, credits)
  SELECT company_location_id,
         coalesce(sum(amount) FILTER (WHERE kind IN ('invoice', 'credit', 'card_fee') AND order_id IS NOT NULL), 0),
         coalesce(- sum(amount) FILTER (WHERE kind IN ('payment', 'external', 'return', 'refund', 'dispute', 'opening', 'moved')
                                         AND order_id IS NOT NULL), 0),
         coalesce(- sum(amount) FILTER (WHERE kind = 'discount' AND order_id IS NOT NULL), 0),
         coalesce(sum(amount) FILTER (WHERE kind = 'credit' AND order_id IS NULL), 0)
    FROM ledger WHERE company_location_id IS NOT NULL GROUP BY 1;
--> statement-breakpoint
CREATE FUNCTION paid_status_label(paid_status text) RETURNS text LANGUAGE sql IMMUTABLE RETURN
  CASE paid_status WHEN 'p' THEN 'Paid' WHEN 'e' THEN 'Paid externally' WHEN 'i' THEN 'Payment in progress'
                   WHEN 'r' THEN 'Ready for payment' ELSE '' END;
--> statement-breakpoint
CREATE OR REPLACE VIEW order_words AS
  SELECT o.id AS order_id, o.customer_id, o.company_location_id, coalesce(u.username, '') AS customer, l.name AS company,
         concat_ws(' ', o.id, u.username, l.name, o.status, o.delivery_date, to_char(o.delivery_date, 'MM/DD/YYYY'),
                   to_char(o.created_date AT TIME ZONE 'UTC', 'MM/DD/YYYY'), nullif(paid_status_label(o.paid_status), ''),
                   o.invoice_total, to_char(o.invoice_total, 'FM9,999,999,990.00')) AS search
    FROM orders o JOIN company_locations l ON l.id = o.company_location_id LEFT JOIN users u ON u.id = o.customer_id;

ALTER TABLE "invoice_credits" ADD COLUMN "is_overpaid" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "was_ready" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "way" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "received_on" date;--> statement-breakpoint
-- Online payment needs an invoice that is ready for payment, so a paid one was.
UPDATE "invoices" v SET "was_ready" = true FROM "orders" o WHERE o."id" = v."order_id" AND o."paid_status" IN ('p', 'i', 'r');
--> statement-breakpoint
CREATE OR REPLACE VIEW ledger_state AS
  SELECT 'invoice' AS kind, o.company_location_id, v.order_id, NULL::integer AS credit_id, NULL::uuid AS payment_id,
         v.grand_total
           - coalesce((SELECT sum(c.total + c.tax) FROM invoice_credits c
                        WHERE c.order_id = v.order_id AND c.reversed_at IS NULL), 0)
           - coalesce((SELECT sum(p.card_fee) FROM payments p
                        WHERE p.order_id = v.order_id AND p.status = 'succeeded'), 0) AS amount
    FROM invoices v JOIN orders o ON o.id = v.order_id
  UNION ALL
  SELECT 'credit', c.company_location_id, v.order_id, c.id, NULL, c.total + c.tax
    FROM invoice_credits c LEFT JOIN invoices v ON v.order_id = c.order_id WHERE c.reversed_at IS NULL
  UNION ALL
  -- What was paid too much of an invoice is money that its location has instead.
  SELECT 'moved', c.company_location_id, c.of_order, c.id, NULL, - c.total - c.tax
    FROM invoice_credits c WHERE c.is_overpaid AND c.reversed_at IS NULL
  UNION ALL
  -- The location of a payment stays known when its order is deleted.
  SELECT part.kind,
         coalesce(o.company_location_id, (SELECT l.company_location_id FROM ledger l
                                           WHERE l.payment_id = p.id ORDER BY l.id DESC LIMIT 1)),
         p.order_id, NULL, p.id, part.amount
    FROM payments p LEFT JOIN orders o ON o.id = p.order_id
   CROSS JOIN LATERAL (VALUES
     (CASE WHEN p.status = 'held' THEN 'held' WHEN p.reverses IS NOT NULL THEN 'return'
           WHEN p.method = 'external' THEN 'external' ELSE 'payment' END,
      - CASE WHEN p.status = 'held' THEN coalesce((p.intent ->> 'payment_amount')::numeric, p.amount) ELSE p.amount END),
     ('discount', CASE WHEN p.status = 'held' THEN 0 ELSE - p.discount END),
     ('card_fee', CASE WHEN p.status = 'held' THEN 0 ELSE p.card_fee END),
     (CASE WHEN p.status = 'held' THEN 'held_back' ELSE 'refund' END, p.refunded),
     (CASE WHEN p.status = 'held' THEN 'held_back' ELSE 'dispute' END, p.disputed)) AS part(kind, amount)
   WHERE p.status IN ('succeeded', 'held') AND part.amount <> 0
     AND (p.status <> 'held' OR coalesce(p.intent ->> 'currency', 'usd') = 'usd');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION post_ledger(of_orders integer[], of_credits integer[], of_payments uuid[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  credits integer[] := of_credits || ARRAY(SELECT c.id FROM invoice_credits c WHERE c.order_id = ANY (of_orders));
BEGIN
  INSERT INTO ledger (kind, company_location_id, order_id, credit_id, payment_id, amount, history_id)
  SELECT m.kind, m.company_location_id, m.order_id, m.credit_id, m.payment_id, sum(m.amount),
         (SELECT max(h.id) FROM invoice_history h
           WHERE h.at = now() AND h.order_id = coalesce(m.order_id, (SELECT c.of_order FROM invoice_credits c WHERE c.id = m.credit_id)))
    FROM (
      SELECT kind, company_location_id, order_id, credit_id, payment_id, amount
        FROM ledger_state WHERE kind = 'invoice' AND order_id = ANY (of_orders)
      UNION ALL
      SELECT kind, company_location_id, order_id, credit_id, payment_id, - amount
        FROM ledger WHERE kind = 'invoice' AND order_id = ANY (of_orders)
      UNION ALL
      SELECT kind, company_location_id, order_id, credit_id, payment_id, amount
        FROM ledger_state WHERE kind IN ('credit', 'moved') AND credit_id = ANY (credits)
      UNION ALL
      SELECT kind, company_location_id, order_id, credit_id, payment_id, - amount FROM ledger WHERE credit_id = ANY (credits)
      UNION ALL
      SELECT kind, company_location_id, order_id, credit_id, payment_id, amount
        FROM ledger_state WHERE payment_id = ANY (of_payments)
      UNION ALL
      SELECT kind, company_location_id, order_id, credit_id, payment_id, - amount FROM ledger WHERE payment_id = ANY (of_payments)
    ) AS m
   GROUP BY 1, 2, 3, 4, 5 HAVING sum(m.amount) <> 0 ORDER BY sum(m.amount) < 0, 1;
END $$;
--> statement-breakpoint
INSERT INTO settings (name, default_value) VALUES ('dispute_mail', ''), ('most_card_fee', '');

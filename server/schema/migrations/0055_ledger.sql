CREATE TABLE "ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	"company_location_id" integer,
	"order_id" integer,
	"credit_id" integer,
	"payment_id" uuid,
	"history_id" integer
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "came_for" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded" numeric(14, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "disputed" numeric(14, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
CREATE INDEX "ledger_location" ON "ledger" USING btree ("company_location_id","id");--> statement-breakpoint
CREATE INDEX "ledger_order" ON "ledger" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_credit" ON "ledger" USING btree ("credit_id");--> statement-breakpoint
CREATE INDEX "ledger_payment" ON "ledger" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payments_came_for" ON "payments" USING btree ("came_for");--> statement-breakpoint
-- What the ledger must sum up to, by kind and source: invoices, credits and payments as they are.
CREATE VIEW ledger_state AS
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
-- Adds what the ledger lacks of these sources, or has too much of them. Each source is looked up by its own index.
CREATE FUNCTION post_ledger(of_orders integer[], of_credits integer[], of_payments uuid[]) RETURNS void LANGUAGE plpgsql AS $$
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
        FROM ledger_state WHERE kind = 'credit' AND credit_id = ANY (credits)
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
CREATE FUNCTION post_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM post_ledger(ARRAY[CASE WHEN TG_OP = 'DELETE' THEN OLD.order_id ELSE NEW.order_id END], '{}', '{}');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION post_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN PERFORM post_ledger(ARRAY[NEW.order_id], ARRAY[NEW.id], '{}');
  ELSIF TG_OP = 'DELETE' THEN PERFORM post_ledger(ARRAY[OLD.order_id], ARRAY[OLD.id], '{}');
  ELSE PERFORM post_ledger(ARRAY[OLD.order_id, NEW.order_id], ARRAY[NEW.id], '{}');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION post_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN PERFORM post_ledger(ARRAY[NEW.order_id], '{}', ARRAY[NEW.id]);
  ELSIF TG_OP = 'DELETE' THEN PERFORM post_ledger(ARRAY[OLD.order_id], '{}', ARRAY[OLD.id]);
  ELSE PERFORM post_ledger(ARRAY[OLD.order_id, NEW.order_id], '{}', ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger AFTER INSERT OR UPDATE OR DELETE ON invoices
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION post_invoice();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger AFTER INSERT OR UPDATE OR DELETE ON invoice_credits
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION post_credit();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger AFTER INSERT OR UPDATE OR DELETE ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION post_payment();
--> statement-breakpoint
CREATE FUNCTION ledger_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger only grows: % is refused', lower(TG_OP);
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_only_grows BEFORE UPDATE OR DELETE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_only_grows();
--> statement-breakpoint
-- What there is already. An invoice that was paid before payments had rows gets an opening row, so that nothing of it is due.
INSERT INTO ledger (kind, company_location_id, order_id, credit_id, payment_id, amount)
  SELECT kind, company_location_id, order_id, credit_id, payment_id, amount FROM ledger_state WHERE amount <> 0;
--> statement-breakpoint
INSERT INTO ledger (kind, company_location_id, order_id, amount)
  SELECT part.kind, o.company_location_id, o.id, part.amount
    FROM orders o JOIN invoices v ON v.order_id = o.id
   CROSS JOIN LATERAL (VALUES ('opening', v.on_time_discount - v.grand_total), ('discount', - v.on_time_discount)) AS part(kind, amount)
   WHERE o.paid_status IN ('p', 'e') AND part.amount <> 0
     AND NOT EXISTS (SELECT FROM payments p WHERE p.order_id = o.id AND p.status = 'succeeded');
--> statement-breakpoint
-- The proof: by location, the ledger is what its open invoices, waiting credits and held money come to.
DO $$
DECLARE wrong text;
BEGIN
  SELECT string_agg(format('location %s: %s in the ledger, %s due', id, owed, due), '; ') INTO wrong FROM (
    SELECT l.id, coalesce((SELECT sum(amount) FROM ledger WHERE company_location_id = l.id AND kind <> 'held'), 0) AS owed,
           coalesce((SELECT sum(v.grand_total) FROM invoices v JOIN orders o ON o.id = v.order_id
                      WHERE o.company_location_id = l.id AND o.paid_status NOT IN ('p', 'e')), 0)
           + coalesce((SELECT sum(c.total + c.tax) FROM invoice_credits c LEFT JOIN invoices v ON v.order_id = c.order_id
                        WHERE c.company_location_id = l.id AND v.order_id IS NULL AND c.reversed_at IS NULL), 0) AS due
      FROM company_locations l) sums
   WHERE owed <> due;
  IF wrong IS NOT NULL THEN RAISE WARNING 'the ledger begins with differences: %', wrong; END IF;
END $$;

CREATE TABLE "order_search" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"customer" text NOT NULL,
	"company" text NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_search" ADD CONSTRAINT "order_search_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_search_text" ON "order_search" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_search_customer" ON "order_search" USING btree ("customer");--> statement-breakpoint
CREATE INDEX "order_search_company" ON "order_search" USING btree ("company");--> statement-breakpoint
CREATE INDEX "payments_held" ON "payments" USING btree ("created_at") WHERE "payments"."status" = 'held';--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "mails_kind" ON "mails" USING btree ("kind","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
-- What the list of orders shows of an order in words, and its day as the server is asked for it.
CREATE VIEW order_words AS
  SELECT o.id AS order_id, o.customer_id, o.company_location_id, coalesce(u.username, '') AS customer, l.name AS company,
         concat_ws(' ', o.id, u.username, l.name, o.status, o.delivery_date, to_char(o.delivery_date, 'MM/DD/YYYY'),
                   to_char(o.created_date AT TIME ZONE 'UTC', 'MM/DD/YYYY'),
                   CASE o.paid_status WHEN 'p' THEN 'Paid' WHEN 'e' THEN 'Paid externally' WHEN 'i' THEN 'Payment in progress'
                                      WHEN 'r' THEN 'Ready for payment' END,
                   o.invoice_total, to_char(o.invoice_total, 'FM9,999,999,990.00')) AS search
    FROM orders o JOIN company_locations l ON l.id = o.company_location_id LEFT JOIN users u ON u.id = o.customer_id;
--> statement-breakpoint
-- Whoever is renamed at this moment is waited for: the text has the name that they have in the end.
CREATE FUNCTION search_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM users WHERE id = NEW.customer_id FOR SHARE;
  PERFORM FROM company_locations WHERE id = NEW.company_location_id FOR SHARE;
  INSERT INTO order_search (order_id, customer, company, search)
    SELECT order_id, customer, company, search FROM order_words WHERE order_id = NEW.id
    ON CONFLICT (order_id) DO UPDATE
      SET customer = excluded.customer, company = excluded.company, search = excluded.search;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER search_new AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION search_changed_order();
--> statement-breakpoint
-- Not of its total: that changes with each edit of its items.
CREATE TRIGGER search_changed
  AFTER UPDATE OF customer_id, company_location_id, status, delivery_date, created_date, paid_status, invoice_total ON orders
  FOR EACH ROW
  WHEN ((OLD.customer_id, OLD.company_location_id, OLD.status, OLD.delivery_date, OLD.created_date, OLD.paid_status, OLD.invoice_total)
        IS DISTINCT FROM
        (NEW.customer_id, NEW.company_location_id, NEW.status, NEW.delivery_date, NEW.created_date, NEW.paid_status, NEW.invoice_total))
  EXECUTE FUNCTION search_changed_order();
--> statement-breakpoint
CREATE FUNCTION search_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_search s SET customer = w.customer, company = w.company, search = w.search
    FROM order_words w
   WHERE s.order_id = w.order_id
     AND CASE TG_TABLE_NAME WHEN 'users' THEN w.customer_id = NEW.id ELSE w.company_location_id = NEW.id END;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER search_renamed AFTER UPDATE OF username ON users FOR EACH ROW
  WHEN (OLD.username IS DISTINCT FROM NEW.username) EXECUTE FUNCTION search_renamed();
--> statement-breakpoint
CREATE TRIGGER search_renamed AFTER UPDATE OF name ON company_locations FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION search_renamed();
--> statement-breakpoint
INSERT INTO order_search (order_id, customer, company, search)
  SELECT order_id, customer, company, search FROM order_words;

-- Every write to a synced row raises its version and stamps the transaction that wrote it: no writer can forget.
CREATE FUNCTION synced_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.changed_xid := pg_current_xact_id();
  RETURN NEW;
END $$;
--> statement-breakpoint
-- An order that moves to another day or company enters or leaves devices with all its items.
CREATE FUNCTION synced_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  NEW.changed_xid := pg_current_xact_id();
  IF NEW.delivery_date IS DISTINCT FROM OLD.delivery_date OR NEW.company_id IS DISTINCT FROM OLD.company_id THEN
    NEW.scope_xid := pg_current_xact_id();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- TG_ARGV: the entity's name on the wire, its key column, the column of its order ('' for none).
CREATE FUNCTION gone_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb := to_jsonb(OLD);
BEGIN
  INSERT INTO gone_rows (entity, entity_id, order_id, company_id)
  VALUES (TG_ARGV[0], old_row ->> TG_ARGV[1], (old_row ->> TG_ARGV[2])::integer, (old_row ->> 'company_id')::integer);
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER synced BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION synced_order();
--> statement-breakpoint
CREATE TRIGGER synced BEFORE UPDATE ON order_items FOR EACH ROW EXECUTE FUNCTION synced_row();
--> statement-breakpoint
CREATE TRIGGER synced BEFORE UPDATE ON order_subitems FOR EACH ROW EXECUTE FUNCTION synced_row();
--> statement-breakpoint
CREATE TRIGGER synced BEFORE UPDATE ON products FOR EACH ROW EXECUTE FUNCTION synced_row();
--> statement-breakpoint
CREATE TRIGGER synced BEFORE UPDATE ON barcode_alternates FOR EACH ROW EXECUTE FUNCTION synced_row();
--> statement-breakpoint
CREATE TRIGGER synced BEFORE UPDATE ON warehouses FOR EACH ROW EXECUTE FUNCTION synced_row();
--> statement-breakpoint
CREATE TRIGGER synced BEFORE UPDATE ON company_locations FOR EACH ROW EXECUTE FUNCTION synced_row();
--> statement-breakpoint
CREATE TRIGGER synced BEFORE UPDATE ON order_lists FOR EACH ROW EXECUTE FUNCTION synced_row();
--> statement-breakpoint
CREATE TRIGGER gone AFTER DELETE ON orders FOR EACH ROW EXECUTE FUNCTION gone_row('orders', 'id', 'id');
--> statement-breakpoint
CREATE TRIGGER gone AFTER DELETE ON order_items FOR EACH ROW EXECUTE FUNCTION gone_row('orderitems', 'id', 'order_id');
--> statement-breakpoint
CREATE TRIGGER gone AFTER DELETE ON order_subitems FOR EACH ROW EXECUTE FUNCTION gone_row('ordersubitems', 'id', 'order_id');
--> statement-breakpoint
CREATE TRIGGER gone AFTER DELETE ON products FOR EACH ROW EXECUTE FUNCTION gone_row('products', 'upc', '');
--> statement-breakpoint
CREATE TRIGGER gone AFTER DELETE ON barcode_alternates FOR EACH ROW EXECUTE FUNCTION gone_row('barcodealternates', 'barcode', '');
--> statement-breakpoint
CREATE TRIGGER gone AFTER DELETE ON warehouses FOR EACH ROW EXECUTE FUNCTION gone_row('warehouses', 'id', '');
--> statement-breakpoint
CREATE TRIGGER gone AFTER DELETE ON company_locations FOR EACH ROW EXECUTE FUNCTION gone_row('companylocations', 'id', '');
--> statement-breakpoint
-- A new database is a new epoch: a cursor of another one means a full pull.
INSERT INTO facts (key, value) VALUES ('epoch', gen_random_uuid()::text);

ALTER TABLE "order_items" ADD COLUMN "billed_at_average" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- It was recorded in another field's name, with its reason beside it.
UPDATE order_items i SET billed_at_average = true, ignore_missing_items = false
 WHERE ignore_missing_items AND EXISTS (
   SELECT FROM mutations m
    WHERE hashtextextended(m.entity_id, 0) = hashtextextended(i.id::text, 0) AND m.entity_id = i.id::text
      AND m.entity = 'orderitems' AND m.outcome = 'applied' AND m.reason = 'Billed at average weight.');
--> statement-breakpoint
-- An item is traced by lot where its product or its location is.
UPDATE order_items i SET lot_tracked = true
  FROM products p, orders o
 WHERE p.upc = i.product AND p.lot_tracked AND o.id = i.order_id AND NOT o.invoiced AND NOT i.lot_tracked;

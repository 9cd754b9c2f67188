UPDATE "order_items" SET "picked" = false, "scanned" = null, "unit_quantity" = 0, "case_quantity" = 0, "final_price" = 0
 WHERE "out_of_stock" AND ("picked" OR "unit_quantity" <> 0 OR "case_quantity" <> 0);--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_marked" CHECK (not out_of_stock or (not picked and unit_quantity = 0 and case_quantity = 0));
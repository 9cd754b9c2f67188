ALTER TABLE "order_items" ADD COLUMN "hand_taxable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "original_terms" jsonb;--> statement-breakpoint
UPDATE "order_items" i SET "hand_taxable" = true FROM "orders" o, "company_locations" l, "products" p
 WHERE o."id" = i."order_id" AND l."id" = o."company_location_id" AND p."upc" = i."product"
   AND i."taxable" <> (p."tax_default" AND l."taxable");

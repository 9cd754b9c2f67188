ALTER TABLE "shared_cart_items" ADD COLUMN "original_product" text;--> statement-breakpoint
ALTER TABLE "shared_cart_items" ADD COLUMN "units_originally_ordered" integer;--> statement-breakpoint
ALTER TABLE "shared_cart_items" ADD COLUMN "cases_originally_ordered" integer;--> statement-breakpoint
ALTER TABLE "shared_cart_items" ADD CONSTRAINT "shared_cart_items_original_product_products_upc_fk" FOREIGN KEY ("original_product") REFERENCES "public"."products"("upc") ON DELETE set null ON UPDATE cascade;
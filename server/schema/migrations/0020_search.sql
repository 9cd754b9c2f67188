-- A trusted extension: whoever may create in a database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
ALTER TABLE "item_codes" ADD COLUMN "search" text GENERATED ALWAYS AS ("item_codes"."item_code" || ' ' || "item_codes"."name") STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search" text GENERATED ALWAYS AS ("products"."name" || ' ' || "products"."upc" || ' ' || "products"."item_code" || ' ' || "products"."api_description") STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "item_codes_search" ON "item_codes" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search" gin_trgm_ops);
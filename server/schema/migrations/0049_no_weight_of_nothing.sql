-- A piece of 0 lb was taken for a weighed one, and billed at nothing: it has no weight.
UPDATE "order_subitems" SET "weight_lbs" = nullif("weight_lbs", 0), "weight_kg" = nullif("weight_kg", 0) WHERE "weight_lbs" = 0 OR "weight_kg" = 0;--> statement-breakpoint
-- Not validated: the rows above are changed already, and no lock is held while a large table is read.
ALTER TABLE "order_subitems" ADD CONSTRAINT "order_subitems_weight" CHECK (weight_lbs > 0 and weight_kg > 0) NOT VALID;

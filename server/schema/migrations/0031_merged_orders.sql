CREATE TABLE "merged_orders" (
	"id" integer PRIMARY KEY NOT NULL,
	"into_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "merged_orders" ADD CONSTRAINT "merged_orders_into_id_orders_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merged_orders_into" ON "merged_orders" USING btree ("into_id");
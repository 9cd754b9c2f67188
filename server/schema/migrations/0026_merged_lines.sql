CREATE TABLE "merged_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"into_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "merged_lines" ADD CONSTRAINT "merged_lines_into_id_order_items_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."order_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merged_lines_into" ON "merged_lines" USING btree ("into_id");
CREATE TABLE "price_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer,
	"username" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"what" text DEFAULT '' NOT NULL,
	"product" text,
	"company_location_id" integer,
	"warehouse_id" integer,
	"order_id" integer,
	"before" text DEFAULT '' NOT NULL,
	"after" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "price_changes_product" ON "price_changes" USING btree ("product","id");--> statement-breakpoint
CREATE INDEX "price_changes_location" ON "price_changes" USING btree ("company_location_id","id");--> statement-breakpoint
CREATE INDEX "price_changes_kind" ON "price_changes" USING btree ("kind","id");--> statement-breakpoint
CREATE FUNCTION price_changes_only_grow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'price_changes only grows: % is refused', lower(TG_OP);
END $$;--> statement-breakpoint
CREATE TRIGGER price_changes_only_grow BEFORE UPDATE OR DELETE ON price_changes
  FOR EACH STATEMENT EXECUTE FUNCTION price_changes_only_grow();

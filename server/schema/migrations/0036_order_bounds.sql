CREATE TABLE "bounded_people" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"setting" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "placings" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"day" date NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"lines" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bounded_people" ADD CONSTRAINT "bounded_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placings" ADD CONSTRAINT "placings_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "placings" ADD CONSTRAINT "placings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "placings_company" ON "placings" USING btree ("company_id","day");--> statement-breakpoint
INSERT INTO settings (name, default_value) VALUES
  ('orders_a_minute', '10'), ('orders_a_day', '200'), ('order_lines_a_day', '20000'),
  ('company_orders_a_minute', '30'), ('company_orders_a_day', '200'), ('company_order_lines_a_day', '20000');

CREATE TABLE "device_names" (
	"device_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"named_by" integer,
	"named_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_names" ADD CONSTRAINT "device_names_named_by_users_id_fk" FOREIGN KEY ("named_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "device_names_any_case" ON "device_names" USING btree (lower("name"));
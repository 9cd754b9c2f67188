CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"order_id" integer,
	"user_id" integer,
	"to_address" text NOT NULL,
	"cc" text[] DEFAULT '{}' NOT NULL,
	"subject" text NOT NULL,
	"text_body" text DEFAULT '' NOT NULL,
	"html_body" text DEFAULT '' NOT NULL,
	"attachment_name" text,
	"attachment" "bytea",
	"message_id" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"server_said" text DEFAULT '' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"claim" uuid,
	"claimed_at" timestamp with time zone,
	"handed_over_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" integer,
	"settled_at" timestamp with time zone,
	"settled_by" integer,
	CONSTRAINT "mails_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "password_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_links" ADD CONSTRAINT "password_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_order" ON "mails" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "mails_state" ON "mails" USING btree ("state","created_at");--> statement-breakpoint
-- What was mailed before. What it said was not kept.
INSERT INTO mails (kind, order_id, to_address, cc, subject, message_id, state, created_at, created_by, settled_at)
SELECT 'invoice', order_id, addresses[1], addresses[2:], 'Invoice #' || order_id, '<invoice-mail-' || id || '@before>', 'sent', sent_at, sent_by, sent_at
  FROM invoice_mails WHERE addresses[1] IS NOT NULL;
--> statement-breakpoint
-- What is still to be mailed. The server makes a job of each when it starts.
INSERT INTO mails (kind, order_id, to_address, subject, message_id)
SELECT 'order', o.id, u.email, 'Order ' || o.id, '<order-' || o.id || '-' || extract(epoch from o.created_date)::bigint || '@before>'
  FROM order_confirmations c JOIN orders o ON o.id = c.order_id JOIN users u ON u.id = o.customer_id;
--> statement-breakpoint
DROP TABLE "invoice_mails" CASCADE;--> statement-breakpoint
DROP TABLE "order_confirmations" CASCADE;
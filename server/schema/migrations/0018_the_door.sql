CREATE TABLE "brought_edits" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"edits" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mutations" DROP CONSTRAINT "mutations_pkey";--> statement-breakpoint
ALTER TABLE "mutations" ADD CONSTRAINT "mutations_user_id_id_pk" PRIMARY KEY("user_id","id");--> statement-breakpoint
ALTER TABLE "sign_in_failures" ADD COLUMN "id" bigint PRIMARY KEY NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "sign_in_failures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "brought_edits" ADD CONSTRAINT "brought_edits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
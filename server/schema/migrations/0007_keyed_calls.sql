CREATE TABLE "keyed_calls" (
	"key" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"made" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);

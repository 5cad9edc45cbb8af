CREATE TABLE `steward` (
	`id` integer PRIMARY KEY NOT NULL,
	`copy` text NOT NULL,
	`epoch` integer NOT NULL,
	`beats` integer NOT NULL,
	CONSTRAINT "steward_one" CHECK("steward"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE `outbox` ADD `claimed_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `claimed_until` integer DEFAULT 0 NOT NULL;
ALTER TABLE `applications` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `devices` ADD `revision` integer DEFAULT 0 NOT NULL;
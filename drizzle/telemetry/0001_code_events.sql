CREATE TABLE `code_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`code_id` integer NOT NULL,
	`kind` text NOT NULL,
	`since` integer NOT NULL,
	`at` integer NOT NULL,
	`times` integer NOT NULL,
	`markcode` text NOT NULL,
	`ip` text NOT NULL,
	`by` text NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `code_events_code` ON `code_events` (`code_id`);
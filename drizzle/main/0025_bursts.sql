CREATE TABLE `risk_snoozes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer NOT NULL,
	`device_id` integer,
	`rule_id` integer,
	`kind` text,
	`app_id` integer,
	`until` integer NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`by_id` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `risk_snoozes_until` ON `risk_snoozes` (`until`);
CREATE TABLE `account_pages` (
	`page` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`state` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `day_pages` (
	`key` integer PRIMARY KEY NOT NULL,
	`days` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `fold_progress` (
	`level` integer PRIMARY KEY NOT NULL,
	`span` integer NOT NULL,
	`account` integer NOT NULL,
	`begun` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `fresh_steps` (
	`id` integer PRIMARY KEY NOT NULL,
	`span` integer NOT NULL,
	`page` integer NOT NULL,
	`steps` blob NOT NULL
);
--> statement-breakpoint
CREATE INDEX `fresh_steps_span` ON `fresh_steps` (`span`,`page`);--> statement-breakpoint
CREATE INDEX `fresh_steps_page` ON `fresh_steps` (`page`,`span`);--> statement-breakpoint
CREATE TABLE `journal` (
	`seq` integer PRIMARY KEY NOT NULL,
	`utc_offset` integer NOT NULL,
	`pulses` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sizes` (
	`at` integer PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `step_chunks` (
	`key` integer PRIMARY KEY NOT NULL,
	`steps` blob NOT NULL
);

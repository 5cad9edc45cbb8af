CREATE TABLE `equity_marks` (
	`device_id` integer PRIMARY KEY NOT NULL,
	`account_key` text NOT NULL,
	`peak` real NOT NULL,
	`day` integer NOT NULL,
	`day_equity` real NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `rule_pauses` (
	`device_id` integer NOT NULL,
	`switch` text NOT NULL,
	`event_key` text NOT NULL,
	PRIMARY KEY(`device_id`, `switch`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `rule_states` (
	`rule_id` integer NOT NULL,
	`device_id` integer NOT NULL,
	`levels` text NOT NULL,
	PRIMARY KEY(`rule_id`, `device_id`),
	FOREIGN KEY (`rule_id`) REFERENCES `rules`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rule_states_device` ON `rule_states` (`device_id`);--> statement-breakpoint
CREATE TABLE `rules` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer NOT NULL,
	`name` text NOT NULL,
	`place` text NOT NULL,
	`account_id` integer,
	`agent_id` integer,
	`word` text DEFAULT '' NOT NULL,
	`app_id` integer,
	`subject` text NOT NULL,
	`levels` text NOT NULL,
	`rearm` integer NOT NULL,
	`cooldown` integer NOT NULL,
	`quiet` text,
	`starts_at` integer,
	`enabled` integer DEFAULT true NOT NULL,
	`people` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rules_owner` ON `rules` (`owner_id`);--> statement-breakpoint
ALTER TABLE `risk_events` ADD `key` text;--> statement-breakpoint
ALTER TABLE `risk_events` ADD `rule_id` integer;--> statement-breakpoint
ALTER TABLE `risk_events` ADD `level` integer;--> statement-breakpoint
ALTER TABLE `risk_events` ADD `act` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `risk_events` ADD `command_id` integer;--> statement-breakpoint
ALTER TABLE `risk_events` ADD `undone_at` integer;--> statement-breakpoint
ALTER TABLE `risk_events` ADD `undone_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `risk_events` ADD `tell` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `risk_events_key` ON `risk_events` (`key`) WHERE key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `risk_events_rule` ON `risk_events` (`rule_id`,`at`) WHERE rule_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `risk_events_wanted` ON `risk_events` (`at`) WHERE tell = 'wanted';
CREATE TABLE `alert_bursts` (
	`cause` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`told_at` integer NOT NULL,
	`accounts` integer NOT NULL,
	`steps` integer NOT NULL,
	`worst` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alert_escalations` (
	`cause` text PRIMARY KEY NOT NULL,
	`app_id` integer NOT NULL,
	`rule_id` integer,
	`kind` text NOT NULL,
	`due_at` integer NOT NULL,
	`step` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `alert_escalations_due` ON `alert_escalations` (`due_at`);--> statement-breakpoint
CREATE TABLE `escalation_plans` (
	`app_id` integer PRIMARY KEY NOT NULL,
	`minutes` integer NOT NULL,
	`people` text NOT NULL,
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
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
CREATE INDEX `risk_snoozes_until` ON `risk_snoozes` (`until`);--> statement-breakpoint
DROP INDEX `risk_events_wanted`;--> statement-breakpoint
ALTER TABLE `risk_events` ADD `facts` text;--> statement-breakpoint
CREATE INDEX `risk_events_snoozed` ON `risk_events` (`at`) WHERE tell = 'snoozed';--> statement-breakpoint
CREATE INDEX `risk_events_wanted` ON `risk_events` (`app_id`,`kind`,`rule_id`,`level`,`at`) WHERE tell = 'wanted';--> statement-breakpoint
UPDATE `risk_events` SET `tell` = 'told' WHERE `outbox_key` IS NOT NULL;

CREATE TABLE `group_acts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operator_id` integer NOT NULL,
	`act` text NOT NULL,
	`account_group` text NOT NULL,
	`reason` text NOT NULL,
	`by_id` integer NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	`accounts` integer NOT NULL,
	`positions` integer NOT NULL,
	`paused` integer NOT NULL,
	`resumed_by` text DEFAULT '' NOT NULL,
	`resumed_at` integer
);
--> statement-breakpoint
CREATE INDEX `group_acts_operator` ON `group_acts` (`operator_id`,`id`);--> statement-breakpoint
CREATE TABLE `group_pauses` (
	`device_id` integer PRIMARY KEY NOT NULL,
	`act_id` integer NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`act_id`) REFERENCES `group_acts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `group_pauses_act` ON `group_pauses` (`act_id`);
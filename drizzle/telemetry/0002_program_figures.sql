CREATE TABLE `programs` (
	`device_id` integer PRIMARY KEY NOT NULL,
	`currency` text NOT NULL,
	`version` text NOT NULL,
	`magic` text NOT NULL,
	`account_name` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `history` ADD `leverage` real;--> statement-breakpoint
ALTER TABLE `history` ADD `day_profit` real;--> statement-breakpoint
ALTER TABLE `history` ADD `pending_orders` real;--> statement-breakpoint
ALTER TABLE `latest` ADD `leverage` real;--> statement-breakpoint
ALTER TABLE `latest` ADD `day_profit` real;--> statement-breakpoint
ALTER TABLE `latest` ADD `pending_orders` real;
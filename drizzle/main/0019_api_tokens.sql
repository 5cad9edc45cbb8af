CREATE TABLE `api_tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_digest` text NOT NULL,
	`operator_id` integer NOT NULL,
	`name` text NOT NULL,
	`actions` text NOT NULL,
	`apps` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	`last_ip` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`operator_id`) REFERENCES `operators`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_token_digest_unique` ON `api_tokens` (`token_digest`);--> statement-breakpoint
CREATE INDEX `api_tokens_operator` ON `api_tokens` (`operator_id`);--> statement-breakpoint
ALTER TABLE `batches` ADD `order_number` text;--> statement-breakpoint
CREATE UNIQUE INDEX `batches_order` ON `batches` (`app_id`,`order_number`);
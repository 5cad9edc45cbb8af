CREATE TABLE `kit_links` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`app_id` integer NOT NULL,
	`type` text NOT NULL,
	`token_digest` text NOT NULL,
	`used` integer DEFAULT 0 NOT NULL,
	`max_uses` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer,
	FOREIGN KEY (`app_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `kit_links_token_digest_unique` ON `kit_links` (`token_digest`);--> statement-breakpoint
CREATE INDEX `kit_links_app` ON `kit_links` (`app_id`,`id`);
ALTER TABLE `applications` ADD `charset` text DEFAULT 'auto' NOT NULL;--> statement-breakpoint
ALTER TABLE `codes` ADD `spent` integer DEFAULT false NOT NULL;